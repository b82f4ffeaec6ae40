import { askToConfirm } from '../../../ui/confirm.tsx'
import { parseExternal } from '../parse-external.ts'
import type { RunSettings } from './run-settings.ts'

/** Asks whether to run although externals are empty; true at once when all are set. `onSet` leads to a field. */
export async function confirmExternals(
  { externals }: Pick<RunSettings, 'externals'>,
  onSet?: (name: string) => void,
): Promise<boolean> {
  const missing = Object.keys(externals).filter((name) => parseExternal(externals[name] ?? '') === null)
  const [first] = missing
  if (first === undefined) return true
  const isConfirmed = await askToConfirm({
    title: 'Externals',
    text: `Externals value not set! Continue anyway? Without a value: ${missing.join(', ')}`,
    confirm: 'Continue',
    ...(onSet && { cancel: 'Set values', returnFocus: false }),
  })
  if (!isConfirmed) onSet?.(first)
  return isConfirmed
}
