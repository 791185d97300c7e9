import {
  defineRoute,
  type ModuleContext,
  type Reply,
  type Route,
  type RouteInput,
  type TenantDb,
} from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { mailLink } from '../links/mail-link.ts';
import { type MadeLink, makeLink } from '../links/make.ts';
import { type LinkKind, shownLink, type ShownLink } from '../links/schema.ts';
import { mailer } from '../mail/mail.ts';
import { tenantById } from '../tenants/service.ts';
import { invitedUser, inviteUser, userId } from './schema.ts';
import { invite, meetForLink } from './service.ts';
import { shown } from './shown.ts';
import type { UserRow } from './store.ts';

type Caller = Pick<RouteInput<unknown, unknown, unknown>, 'change' | 'principal'>;

interface LinkRoute {
  readonly url: string;
  readonly summary: string;
  readonly action: string;
  readonly kind: LinkKind;
  /** The state the user has to be in. */
  readonly of: Parameters<typeof meetForLink>[3];
}

/** Routes that show a link, once, to an administrator. */
export function linkShowingRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const send = mailer(context.settings, context.log);

  /** Mailed when it is committed, and shown whether that went well or not. */
  async function showLink(
    { change, principal }: Caller,
    kind: LinkKind,
    find: (db: TenantDb) => Promise<UserRow>,
    answer: (user: UserRow, link: ShownLink) => Reply,
  ): Promise<Reply> {
    const made: { user: UserRow; tenant: string; link: MadeLink }[] = [];
    await change(async (db) => {
      const user = await find(db);
      const link = await makeLink(db, context, { kind, userId: user.id, createdBy: principal.id });
      made.push({ user, tenant: (await tenantById(db, db.tenantId))?.name ?? '', link });
      const { email, role_name: role } = user;
      return { objectId: user.id, audit: { details: { email, role, expires_at: link.expires_at } } };
    });
    const [{ user, tenant, link } = nothingMade()] = made;
    return answer(user, await mailLink(send, kind, { email: user.email, name: user.name, tenant }, link));
  }

  /** A link for somebody who is there already. */
  const linkRoute = ({ url, summary, action, kind, of }: LinkRoute): Route =>
    defineRoute({
      method: 'POST',
      url,
      access: 'admin',
      reach: 'none',
      summary,
      audit: { action },
      params: userId,
      status: 201,
      response: shownLink,
      secretAnswer: true,
      errors: ['forbidden', 'invalid_state'],
      handler: async (input) =>
        showLink(
          input,
          kind,
          async (db) => (await meetForLink(db, input.principal, input.params.id, of)).target,
          (_user, link) => ({ body: link }),
        ),
    });

  return [
    defineRoute({
      method: 'POST',
      url: '/api/v1/users',
      access: 'admin',
      reach: 'none',
      summary: 'Invite a user; the invitation link is shown only once',
      operation: 'inviteUser',
      audit: { action: 'user.invite' },
      body: inviteUser,
      status: 201,
      response: invitedUser,
      secretAnswer: true,
      errors: ['forbidden', 'already_exists'],
      handler: async (input) =>
        showLink(
          input,
          'invite',
          (db) => invite(db, context, input.principal, input.body),
          (user, link) => ({ body: { ...shown(user), link }, headers: { location: `/api/v1/users/${user.id}` } }),
        ),
    }),
    linkRoute({
      url: '/api/v1/users/:id/invite-link',
      summary: 'Create a new invitation link for a user who has not joined yet; the previous one stops working',
      action: 'user.invite_link',
      kind: 'invite',
      of: 'invited',
    }),
    linkRoute({
      url: '/api/v1/users/:id/reset-link',
      summary: 'Create a link for a user to set a new password; the previous one stops working',
      action: 'user.reset_link',
      kind: 'reset',
      of: 'active',
    }),
  ];
}

function nothingMade(): never {
  throw new Error('the change was committed and its link is not known');
}
