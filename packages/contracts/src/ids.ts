import { Type } from 'typebox';

/**
 * Each schema has a pattern beside its format, because validators disagree about formats: some take
 * `urn:uuid:` for a UUID, some take any offset or a time zone name for a timestamp.
 */

export const uuidPattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/** `evt_` and the 32 hex digits of a UUIDv7: version 7 and the variant stand at their places. */
export const eventIdPattern = '^evt_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$';

/** RFC 3339, and UTC written as Z; without the leap second, which is no moment to JavaScript. */
export const timestampPattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?Z$';

export const uuidSchema = Type.String({ format: 'uuid', pattern: uuidPattern });

export const eventIdSchema = Type.String({ pattern: eventIdPattern });

export const timestampSchema = Type.String({ format: 'date-time', pattern: timestampPattern });

export const urlSchema = Type.String({ format: 'uri', pattern: '^https?://' });
