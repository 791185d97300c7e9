import { platformModule } from '@wheelhouse/platform';

export const modules = [platformModule];
