import { Stack, Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import { useSoundsSetting } from '../../entities/settings/use-sounds-setting.ts'
import { playTone } from '../../ui/tone.ts'
import { switchTones } from '../../ui/tones-switch.ts'
import { DefaultQuantity } from './default-quantity.tsx'

export function OrderSettings(): ReactElement {
  const [hasSounds, setSounds] = useSoundsSetting()
  const onSounds = (isOn: boolean): void => {
    setSounds(isOn)
    // To hear that it works.
    switchTones(isOn)
    void playTone('fill')
  }
  return (
    <Stack gap="lg" maw={420}>
      <DefaultQuantity />
      <Switch
        label="Sounds"
        description="A short tone for each fill, closed position, price alert and rejected order, on every page."
        checked={hasSounds}
        onChange={(event) => onSounds(event.currentTarget.checked)}
      />
    </Stack>
  )
}
