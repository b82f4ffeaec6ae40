import { useEffect } from 'react'
import { z } from 'zod'
import { switchTones } from '../../ui/tones-switch.ts'
import { type Setting, useSetting } from './use-setting.ts'

const SOUNDS: Setting<boolean> = { path: 'sounds', schema: z.boolean(), fallback: false }

/** Whether fills, stops, alerts and refusals are heard. */
export function useSoundsSetting(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useSetting(SOUNDS)
  useEffect(() => switchTones(isOn), [isOn])
  return [isOn, setOn]
}
