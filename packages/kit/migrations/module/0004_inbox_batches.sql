-- What a consumer has handled in batches: one row a batch, because a row for each event costs more than most effects.
CREATE TABLE inbox_batches (
  consumer text NOT NULL,
  source text NOT NULL,
  type text NOT NULL,
  first bigint NOT NULL,
  last bigint NOT NULL,
  seqs bigint[] NOT NULL
);
CREATE INDEX inbox_batches_by_first ON inbox_batches (consumer, source, type, first);
SELECT kit.system_table('inbox_batches');
