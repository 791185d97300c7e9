export { assess, type Assessed, type Assessment, type Finding, issueKey } from './assess.ts';
export {
  categories,
  type Category,
  type IssueObject,
  type Rule,
  type RuleName,
  ruleNames,
  severities,
  type Severity,
} from './rule.ts';
export { thresholdSettings, thresholdsFrom } from './settings.ts';
export { suggestedAction } from './suggested-action.ts';
export { rules } from './table.ts';
export { defaultThresholds, type Knob, knobsOf, type Thresholds } from './thresholds.ts';
