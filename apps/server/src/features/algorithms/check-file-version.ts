import type { FileVersion } from '@tradeloom/contracts'
import { AppError } from '../../platform/errors/app-error.ts'
import { scriptErrors } from '../../platform/errors/script-errors.ts'
import { checkIndicator } from '../indicators/check-indicator.ts'
import { checkKey } from '../indicators/indicator-key.ts'
import { isSystemKey } from '../indicators/system-indicators.ts'
import { checkScript } from './check-script.ts'

/**
 * Returns the check of one file's versions: it throws 400 that names the version whose scripts could not run. Most
 * versions carry the same indicators, which are analyzed once.
 */
export function fileVersionCheck(): (version: FileVersion) => void {
  const fine = new Set<string>()
  return ({ versionNo, script, indicators }) => {
    const keys = new Set(indicators.map(({ key }) => key))
    if (keys.size < indicators.length) {
      throw new AppError('invalid-input', 'invalid-file', `v${versionNo}: an indicator is contained twice`)
    }
    for (const { key, script: source } of indicators) {
      naming(`v${versionNo}, indicator ${key}`, () => {
        checkKey(key, new Set())
        if (!fine.has(source)) checkIndicator(source)
        fine.add(source)
      })
    }
    naming(`v${versionNo}`, () => {
      const missing = checkScript(script).indicators.filter(({ key }) => !keys.has(key) && !isSystemKey(key))
      if (missing.length > 0) {
        throw scriptErrors(missing.map((use) => ({ ...use, message: `There is no indicator ${use.key}` })))
      }
    })
  }
}

/** Puts the place in the file before the message of a refusal. */
function naming(place: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('invalid-input', error.code, `${place}: ${error.message}`, { details: error.details })
  }
}
