import { client } from '../../../api/client.ts';
import { oneUser, type ShownLink, type User } from './paths.ts';

/** What can be done to one user besides changing what they are. */
export type UserStepName = 'invite-link' | 'reset-link' | 'suspend' | 'activate' | 'delete';

interface UserStep {
  readonly verb: (user: User) => string;
  readonly failed: string;
  readonly words: string;
  /** What is said once it is done; a link is shown instead. */
  readonly done: (user: User) => string;
  readonly isTyped?: true;
  readonly call: (id: string) => Promise<ShownLink | undefined>;
}

export const userSteps: Readonly<Record<UserStepName, UserStep>> = {
  'invite-link': {
    verb: ({ email }) => `Make a new invite link for ${email}`,
    failed: 'The link was not made',
    words: 'It is shown to you once and mailed if mail is set up. It works once, for 7 days; the earlier link ends.',
    done: ({ email }) => `Invite link for ${email}`,
    call: async (id) => (await client.post('/auth/api/v1/users/{id}/invite-link', { params: { id } })).data,
  },
  'reset-link': {
    verb: ({ email }) => `Make a reset link for ${email}`,
    failed: 'The link was not made',
    words:
      'Whoever opens it sets a new password. It is shown to you once and mailed if mail is set up; it works once, for an hour. When it is used, all their sessions end.',
    done: ({ email }) => `Reset link for ${email}`,
    call: async (id) => (await client.post('/auth/api/v1/users/{id}/reset-link', { params: { id } })).data,
  },
  suspend: {
    verb: ({ email }) => `Suspend ${email}`,
    failed: 'The user was not suspended',
    words:
      'They are shut out within a second: their sessions and links end, and their tokens are refused until they are activated again.',
    done: ({ email }) => `Suspended ${email}`,
    call: async (id) => {
      await client.post('/auth/api/v1/users/{id}/suspend', { params: { id } });
      return undefined;
    },
  },
  activate: {
    verb: ({ email }) => `Activate ${email}`,
    failed: 'The user was not activated',
    words: 'They can sign in again, and their tokens that have not ended work again at once.',
    done: ({ email }) => `Activated ${email}`,
    call: async (id) => {
      await client.post('/auth/api/v1/users/{id}/activate', { params: { id } });
      return undefined;
    },
  },
  delete: {
    verb: ({ email }) => `Delete ${email}`,
    failed: 'The user was not deleted',
    words:
      'They are gone with their sessions and tokens, and what uses those is refused within a second. What they did stays in the audit trail. This cannot be undone; they can be invited again.',
    done: ({ email }) => `Deleted ${email}`,
    isTyped: true,
    call: async (id) => {
      await client.delete(oneUser, { params: { id } });
      return undefined;
    },
  },
};
