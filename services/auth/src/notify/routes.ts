import { defineRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { changeMail, mailSettings, mostPerHour, type MailSettings } from './schema.ts';
import { selectWishes, upsertWishes, type WishRow } from './wishes-store.ts';

const url = '/api/v1/me/mail';

/** What a person wants to be mailed of. Theirs alone: no administrator sets it for them. */
export function mailRoutes({ settings, clock }: ModuleContext<AuthSettings>): readonly Route[] {
  const isAvailable = settings.SMTP_URL !== undefined;
  const shown = (row: WishRow): MailSettings => ({
    available: isAvailable,
    address: row.email,
    incidents: row.incidents,
    approvals: row.approvals,
    most_per_hour: mostPerHour,
  });
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'own',
      reach: 'none',
      summary: 'Read what you are sent email about',
      operation: 'getMailSettings',
      errors: ['not_found'],
      response: mailSettings,
      handler: async ({ principal, read }) => ({
        body: shown((await read((db) => selectWishes(db, principal.id))) ?? refuse('not_found')),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      url,
      access: 'session',
      reach: 'none',
      summary: 'Change what you are sent email about',
      operation: 'changeMailSettings',
      audit: { action: 'user.mail' },
      body: changeMail,
      response: mailSettings,
      errors: ['not_found', 'invalid_state'],
      handler: async ({ body: { incidents, approvals }, principal, change }) => {
        if (!isAvailable && (incidents === true || approvals === true))
          refuse('invalid_state', {
            message: 'This installation cannot send email. Ask the operator to set SMTP_URL, then try again.',
          });
        return change(async (db) => {
          if ((await selectWishes(db, principal.id)) === undefined) refuse('not_found');
          await upsertWishes(db, principal.id, { incidents, approvals }, clock.now());
          const body = shown((await selectWishes(db, principal.id)) ?? refuse('not_found'));
          const { incidents: forIncidents, approvals: forApprovals } = body;
          return {
            body,
            objectId: principal.id,
            audit: { details: { incidents: forIncidents, approvals: forApprovals } },
          };
        });
      },
    }),
  ];
}
