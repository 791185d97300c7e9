/** How the secret of a link looks; one that was copied in part, or is something else, is told without asking. */
export const isLinkSecret = (text: string): boolean => /^whl_[0-9A-Za-z]{36}$/.test(text);
