import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { urlSchema } from '../ids.ts';
import { closed } from '../shapes.ts';

/** One row of the event catalogue. */
export interface EventDefinition<Name extends string = string, Data extends TObject = TObject> {
  readonly type: Name;
  readonly sentWhen: string;
  readonly data: Data;
  readonly example: Static<Data>;
}

export function defineEvent<const Name extends string, Data extends TObject>(
  definition: EventDefinition<Name, Data>,
): EventDefinition<Name, Data> {
  return definition;
}

export const linkSchema = Type.With(urlSchema, { description: 'Link to it in the dashboard' });

/** The state of a thing at the time of the event: its own fields and what all of them have. */
export function snapshot<Fields extends TProperties>(fields: Fields) {
  return closed({
    ...fields,
    url: linkSchema,
    truncated: Type.Optional(Type.Literal(true, { description: 'Only present if long text was truncated' })),
  });
}
