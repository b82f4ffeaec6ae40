import { askToConfirm } from '../../../ui/confirm.tsx'
import { parseExternal } from '../parse-external.ts'
import type { RunSettings } from './run-settings.ts'

/** Asks whether to run although externals are empty; true at once when all are set. */
export async function confirmExternals({ externals }: Pick<RunSettings, 'externals'>): Promise<boolean> {
  if (Object.values(externals).every((text) => parseExternal(text) !== null)) return true
  return askToConfirm({
    title: 'Externals',
    text: 'Externals value not set! Continue anyway?',
    confirm: 'Continue',
  })
}
