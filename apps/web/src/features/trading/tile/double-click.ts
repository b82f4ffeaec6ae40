import { z } from 'zod'
import { toastInfo } from '../../../ui/toast.ts'
import { useSetting } from '../../../entities/settings/use-setting.ts'

const DOUBLE_CLICK_TRADING = { path: 'double-click-trading', schema: z.boolean(), fallback: false }

/** Whether a double click on a price trades at once, instead of a click that asks. */
export function useDoubleClickTrading(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useSetting(DOUBLE_CLICK_TRADING)
  const change = (next: boolean): void => {
    setOn(next)
    if (next && !isOn) toastInfo('Use double click trading with caution.', 'double-click-trading')
  }
  return [isOn, change]
}
