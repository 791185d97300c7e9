type Listener = () => void;

const listeners = new Set<Listener>();

/** Tells the shell that the session is gone. Not a context: calls are made outside of components too. */
export const signedOut = {
  tell: () => {
    for (const listener of listeners) listener();
  },
  listen: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
