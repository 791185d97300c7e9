import type { MaskRule } from './rule.ts';

/** Secrets that are known by their own form, wherever they stand. */
export const tokenRules: readonly MaskRule[] = [
  { kind: 'wheelhouse_token', pattern: /(?<![0-9A-Za-z])wh[a-z]_[0-9A-Za-z]{8,}/g, replaced: 'match' },
  { kind: 'wheelhouse_secret', pattern: /(?<![0-9A-Za-z])whsec_[0-9A-Za-z+/_-]{8,}={0,2}/g, replaced: 'match' },
  {
    kind: 'jwt',
    pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*){0,3}/g,
    replaced: 'match',
  },
  // Cut off before its second part.
  { kind: 'jwt', pattern: /(?<![\w-])eyJhbGciOi[\w-]+/g, replaced: 'match' },

  {
    kind: 'aws_key',
    pattern: /(?<![0-9A-Za-z])(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Za-z])/g,
    replaced: 'match',
  },
  {
    kind: 'aws_secret',
    pattern: /(?:AKIA|ASIA)[0-9A-Z]{16}[\s:,;/|"'=]{1,8}(?<secret>[0-9A-Za-z/+]{40})(?![0-9A-Za-z/+])/dg,
    replaced: 'group',
  },
  { kind: 'gcp_key', pattern: /(?<![\w-])AIza[\w-]{30,}/g, replaced: 'match' },
  { kind: 'gcp_token', pattern: /(?<![\w-])ya29\.[\w-]{20,}/g, replaced: 'match' },
  { kind: 'gcp_secret', pattern: /(?<![\w-])GOCSPX-[\w-]{20,}/g, replaced: 'match' },
  {
    kind: 'azure_secret',
    pattern: /(?<![\w~.-])[\w~.-]{3}[78]Q~[\w~.-]{31,34}(?![\w~.-])/g,
    replaced: 'match',
  },
  {
    kind: 'signed_url',
    pattern:
      /[?&](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature)=(?<secret>[\w%+/=.~-]{16,})/dgi,
    replaced: 'group',
  },

  { kind: 'github_token', pattern: /(?<![0-9A-Za-z])gh[oprsu]_[0-9A-Za-z_.-]{20,}/g, replaced: 'match' },
  { kind: 'github_token', pattern: /(?<![0-9A-Za-z])github_pat_\w{20,}/g, replaced: 'match' },
  {
    kind: 'gitlab_token',
    pattern:
      /(?<![0-9A-Za-z])(?:glpat|gldt|glrt|glcbt|glptt|glft|glimt|glagent|gloas|glsoat|glffct|GR1348941)-?[\w.-]{18,}/g,
    replaced: 'match',
  },
  {
    kind: 'bitbucket_token',
    pattern: /(?<![0-9A-Za-z])(?:ATBB|ATCTT3|ATATT3|BBDC-)[\w+/=.-]{20,}/g,
    replaced: 'match',
  },

  { kind: 'api_key', pattern: /(?<![\w-])sk-(?:[a-z]{2,8}-)?[0-9A-Za-z_]{20,}/g, replaced: 'match' },
  { kind: 'pypi_token', pattern: /(?<![\w-])pypi-[\w-]{40,}/g, replaced: 'match' },
  { kind: 'slack_token', pattern: /(?<![\w-])xox[a-z]-[\w-]{10,}/g, replaced: 'match' },
  { kind: 'telegram_token', pattern: /(?<![0-9])[0-9]{8,10}:AA[\w-]{33}(?![\w-])/g, replaced: 'match' },
  { kind: 'age_key', pattern: /AGE-SECRET-KEY-1[0-9A-Z]{20,}/g, replaced: 'match' },
  { kind: 'digitalocean_token', pattern: /(?<![\w-])do[opr]_v1_[0-9a-f]{32,}/g, replaced: 'match' },

  // What Secrets hold of others: a private key, and the passwords of registries.
  {
    kind: 'private_key',
    pattern: /LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM)[0-9A-Za-z+/]*(?:\s{1,16}[0-9A-Za-z+/]{16,}){0,200}={0,2}/g,
    replaced: 'match',
  },
  { kind: 'registry_password', pattern: /eyJhdXRocyI6[0-9A-Za-z+/]{8,}={0,2}/g, replaced: 'match' },
];
