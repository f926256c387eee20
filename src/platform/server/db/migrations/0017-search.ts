// The index of search: words without their texts, which it reads at their sources.
import type { Migration } from '../migrate.ts'

export const search: Migration = {
  number: 17,
  name: 'search',
  sql: `
    CREATE TABLE search_documents (
      doc INTEGER PRIMARY KEY,
      key INTEGER NOT NULL,
      digest INTEGER NOT NULL,
      id TEXT NOT NULL
    );
    CREATE INDEX search_documents_by_key ON search_documents (key);
    CREATE TABLE search_marks (
      kind TEXT PRIMARY KEY,
      mark TEXT,
      complete INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE VIRTUAL TABLE search_index USING fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '2 3'
    );
    INSERT INTO search_index (search_index, rank) VALUES ('automerge', 0);
    INSERT INTO search_index (search_index, rank) VALUES ('crisismerge', 1000);
  `,
}
