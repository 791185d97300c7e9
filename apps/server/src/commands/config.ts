import {
  misspelt,
  type Part,
  readAllSettings,
  SettingsError,
  type SettingsTable,
  settingsTable,
} from '@wheelhouse/kit';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { columns, print, printFault } from '../print.ts';

/** Every fault and every likely slip at once. Values are never shown: some are secrets, some carry one. */
export function checkConfig(modules: readonly Part[], environment: NodeJS.ProcessEnv): ExitCode {
  const table = settingsTable(modules);
  const rows = Object.entries(table).map(([name, setting]) => [name, sourceOf(name, setting, environment)]);
  print(columns([['setting', 'comes from'], ...rows]));
  for (const warning of misspelt(Object.keys(table), environment)) printFault(`warning: ${warning}`);
  const faults = faultsOf(modules, environment);
  for (const fault of faults) printFault(fault);
  return faults.length === 0 ? exitCodes.ok : exitCodes.configuration;
}

function given(environment: NodeJS.ProcessEnv, name: string): boolean {
  return environment[name] !== undefined && environment[name] !== '';
}

function sourceOf(name: string, setting: SettingsTable[string], environment: NodeJS.ProcessEnv): string {
  const file = environment[`${name}_FILE`];
  if (setting.secret && file !== undefined) return `the file ${file}`;
  if (given(environment, name)) return 'set';
  if (setting.required) return 'missing';
  if (setting.fallback === undefined) return 'not set';
  return setting.secret ? 'default' : `default ${String(setting.fallback)}`;
}

function faultsOf(modules: readonly Part[], environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readAllSettings(modules, environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}
