import { Type } from 'typebox';
import { oneOf } from '../shapes.ts';
import { actionKinds, actionResults, isActionResult } from './action-words.ts';

export const actionKindSchema = oneOf(actionKinds);

export const actionResultSchema = oneOf(
  Object.keys(actionResults).filter(isActionResult),
  'Details beyond the status; null if there is nothing to add',
);

export const confidenceSchema = Type.Number({ minimum: 0, maximum: 1, description: 'From 0 to 1' });
