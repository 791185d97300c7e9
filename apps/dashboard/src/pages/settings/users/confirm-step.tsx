import { useChange } from '../../../api/change.ts';
import { Confirm } from '../../../design/confirm.tsx';
import { say } from '../../../design/said.tsx';
import { type ShownLink, type User, users } from './paths.ts';
import { type UserStepName, userSteps } from './user-steps.ts';

interface ConfirmStepProps {
  readonly user: User;
  readonly name: UserStepName;
  readonly onLink: (link: ShownLink, title: string) => void;
  readonly onClose: () => void;
}

/** Says what a step will do to somebody, and does it. */
export function ConfirmStep({ user, name, onLink, onClose }: ConfirmStepProps) {
  const { verb, failed, words, done, isTyped = false, call } = userSteps[name];
  const change = useChange(() => call(user.id), {
    outdates: [users],
    done: (link) => {
      onClose();
      if (link === undefined) say(done(user));
      else onLink(link, done(user));
    },
  });
  return (
    <Confirm
      verb={verb(user)}
      failed={failed}
      {...(isTyped ? { typed: user.email } : {})}
      open
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>{words}</p>
    </Confirm>
  );
}
