-- Tokens that a signed-in person has agreed to hand to a program on their machine: what it will be, and the challenge
-- of the program. Neither token nor code is here: the code is in secret_hashes, and the token is made when the program
-- comes for it. Without references: whatever became of the user or the session by then is asked then.
CREATE TABLE token_hand_overs (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- Of the verifier that the program keeps: its SHA-256, in base64url.
  challenge text NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  expires_in_days integer,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT kit.tenant_table('token_hand_overs', 'SELECT, INSERT, DELETE');
