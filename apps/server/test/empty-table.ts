export const modules = [];
