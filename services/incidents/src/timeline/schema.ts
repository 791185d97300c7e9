import { closed, oneOf } from '@wheelhouse/contracts';
import { Type } from 'typebox';

export const exportQuery = closed({ format: Type.Optional(oneOf(['md', 'json'], 'md by default')) });
