import { type TObject, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox';

/** What wire shapes are made of, beyond TypeBox's own words. */

/** An object that holds the fields named here and no others. */
export function closed<Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}): TObject<Fields> {
  return Type.Object(fields, { ...options, additionalProperties: false });
}

/** Always present; null says that there is no value. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** One of a set of words. The set may grow: a new word is not a breaking change. */
export function oneOf<Words extends string[]>(words: readonly [...Words], description?: string) {
  return Type.Enum(words, { type: 'string', ...(description === undefined ? {} : { description }) });
}

/** A `Type.String` that holds something, with a word on what. */
export function text(description?: string) {
  return Type.String({ minLength: 1, ...(description === undefined ? {} : { description }) });
}
