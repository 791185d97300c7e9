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
    verb: ({ email }) => `Create a new invite link for ${email}`,
    failed: 'The link was not created',
    words:
      'The link is shown once and emailed if email is set up. It works once, for 7 days; the previous link stops working.',
    done: ({ email }) => `Invite link for ${email}`,
    call: async (id) => (await client.post('/auth/api/v1/users/{id}/invite-link', { params: { id } })).data,
  },
  'reset-link': {
    verb: ({ email }) => `Create a reset link for ${email}`,
    failed: 'The link was not created',
    words:
      'Whoever opens the link can set a new password. It is shown once and emailed if email is set up. It works once, for an hour, and using it ends all their sessions.',
    done: ({ email }) => `Reset link for ${email}`,
    call: async (id) => (await client.post('/auth/api/v1/users/{id}/reset-link', { params: { id } })).data,
  },
  suspend: {
    verb: ({ email }) => `Suspend ${email}`,
    failed: 'The user was not suspended',
    words:
      'They lose access within a second: their sessions and links end, and their tokens are refused until they are activated again.',
    done: ({ email }) => `Suspended ${email}`,
    call: async (id) => {
      await client.post('/auth/api/v1/users/{id}/suspend', { params: { id } });
      return undefined;
    },
  },
  activate: {
    verb: ({ email }) => `Activate ${email}`,
    failed: 'The user was not activated',
    words: 'They can sign in again, and their unexpired tokens work again at once.',
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
      'Their account, sessions and tokens are deleted, and whatever uses those is refused within a second. Their actions stay in the audit trail. This cannot be undone, but they can be invited again.',
    done: ({ email }) => `Deleted ${email}`,
    isTyped: true,
    call: async (id) => {
      await client.delete(oneUser, { params: { id } });
      return undefined;
    },
  },
};
