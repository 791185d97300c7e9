import { fieldError } from '../../design/form.tsx';

const dnsLabel = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** What the API says of the name; of its pattern in words. */
export function nameError(error: Error | null, name: string): string | undefined {
  const said = fieldError(error, 'name');
  if (said === undefined || dnsLabel.test(name.trim())) return said;
  return 'Use lowercase letters, digits and hyphens; start and end with a letter or digit';
}
