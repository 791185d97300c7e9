import { exampleModule } from '@wheelhouse/example';

export const modules = [exampleModule];
