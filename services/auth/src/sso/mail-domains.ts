import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** Where anybody gets a mailbox: no tenant's people, whoever could publish a record there. */
const publicMailDomains: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com outlook.com outlook.de outlook.fr hotmail.com hotmail.co.uk hotmail.de hotmail.fr
  hotmail.it live.com live.co.uk live.de live.fr msn.com yahoo.com yahoo.co.uk yahoo.co.jp yahoo.co.in yahoo.de
  yahoo.fr ymail.com rocketmail.com icloud.com me.com mac.com aol.com proton.me protonmail.com protonmail.ch
  pm.me tutanota.com tutanota.de tuta.io tuta.com fastmail.com fastmail.fm hey.com zoho.com zohomail.com mail.com
  email.com gmx.com gmx.de gmx.net gmx.at gmx.ch web.de freenet.de t-online.de posteo.de mailbox.org orange.fr
  wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it bluewin.ch btinternet.com sky.com comcast.net
  verizon.net att.net sbcglobal.net mail.ru bk.ru inbox.ru list.ru yandex.ru yandex.com ya.ru rambler.ru qq.com
  foxmail.com 163.com 126.com yeah.net sina.com naver.com daum.net hanmail.net rediffmail.com uol.com.br
  mailinator.com guerrillamail.com yopmail.com duck.com
  `
    .trim()
    .split(/\s+/),
);

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

export type ReadDomain = { readonly domain: string } | { readonly fault: string };

/** In the one form in which domains are compared: lower case, and ASCII. */
export function readDomain(text: string): ReadDomain {
  const domain = domainToASCII(text.trim().replace(/\.$/, ''));
  const labels = domain.split('.');
  if (labels.length < 2 || isIP(domain) !== 0 || domain.length > 200 || !labels.every((part) => label.test(part)))
    return { fault: 'is not a domain such as your-company.com' };
  if (publicMailDomains.has(domain)) return { fault: 'is a public mail provider, so no one can own it' };
  return { domain };
}

const address = /^[^\s@<>()[\]\\,;:"]+@([^\s@<>()[\]\\,;:"]+)$/;

/** Undefined when it is not an address whose domain could be compared. */
export function domainOfEmail(email: string): string | undefined {
  const host = address.exec(email)?.[1];
  const read = host === undefined ? undefined : readDomain(host);
  return read !== undefined && 'domain' in read ? read.domain : undefined;
}
