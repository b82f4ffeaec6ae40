import { GUARD_NAME } from './guard-errors.ts'
import { apiNames, handlerNames, INDICATOR_SETTINGS, type ScriptKind } from './api-names.ts'

/**
 * Turns a script into one function expression that takes the API with the externals, and the guard of its errors, and returns
 * the handlers.
 * The script keeps its lines; only the first one is shifted, by `wrapShift` characters. `javascript` is the script with
 * its types erased. Throws if an external is not a plain identifier.
 */
export function wrapScript(javascript: string, externals: readonly string[], kind: ScriptKind = 'algorithm'): string {
  const handlers = handlerNames(kind).map((name) => `${name}:typeof ${name}==='function'?${name}:undefined`)
  if (kind === 'indicator') {
    for (const name of INDICATOR_SETTINGS) handlers.push(`${name}:typeof ${name}==='undefined'?undefined:${name}`)
  }
  return `${prefix(externals, kind)}${javascript}\n;return {${handlers.join(',')}}})()})`
}

/** The number of characters by which the first line of a wrapped script is shifted to the right. */
export function wrapShift(externals: readonly string[], kind: ScriptKind = 'algorithm'): number {
  return prefix(externals, kind).length
}

function prefix(externals: readonly string[], kind: ScriptKind): string {
  for (const name of externals) {
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) throw new Error(`'${name}' cannot name an external`)
  }
  // 'use strict' is not allowed inside a function that destructures its parameters, so the outer function has it. The
  // inner function lets the script redeclare names of the API.
  const names = [...apiNames(kind), ...externals].join(',')
  return `(function($tradeloom,${GUARD_NAME}){'use strict';const {${names}}=$tradeloom;return(function(){`
}
