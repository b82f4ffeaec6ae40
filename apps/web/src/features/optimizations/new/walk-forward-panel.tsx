import { Checkbox, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import type { SearchPanelProps } from './panel-props.ts'
import type { WalkForwardDraft } from './search-draft.ts'

const CHOICES = [
  { value: 'best', label: 'The best backtest' },
  { value: 'plateau', label: 'The one with the best surroundings' },
]

/** Optimizes window by window, and tests each choice on the days that follow. */
export function WalkForwardPanel({ search, errors, onChange }: SearchPanelProps): ReactElement {
  const { walkForward } = search
  const { isOn, anchored, choose } = walkForward
  const set = (changes: Partial<WalkForwardDraft>): void => onChange({ walkForward: { ...walkForward, ...changes } })
  const days = (key: 'trainDays' | 'testDays' | 'embargoDays', label: string): ReactElement => (
    <TextInput
      label={label}
      name={`walkForward.${key}`}
      autoComplete="off"
      inputMode="numeric"
      error={errors[`walkForward.${key}`]}
      value={walkForward[key]}
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
    />
  )
  return (
    <Stack gap="xs">
      <Switch
        size="xs"
        label="Walk-forward"
        description="Optimizes on a window, tests on the days after it, and moves on"
        checked={isOn}
        onChange={({ currentTarget }) => set({ isOn: currentTarget.checked })}
      />
      {isOn ? (
        <>
          <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
            {days('trainDays', 'Training days')}
            {days('testDays', 'Test days')}
            {days('embargoDays', 'Embargo days')}
            <Select
              label="Choose"
              allowDeselect={false}
              data={CHOICES}
              value={choose}
              onChange={(value) => set({ choose: value === 'plateau' ? 'plateau' : 'best' })}
            />
          </SimpleGrid>
          {errors['walkForward'] === undefined ? null : (
            <Text size="xs" c="var(--danger)" role="alert">
              {errors['walkForward']}
            </Text>
          )}
          <Checkbox
            size="xs"
            label="Anchored: every training window begins with the period"
            checked={anchored}
            onChange={({ currentTarget }) => set({ anchored: currentTarget.checked })}
          />
        </>
      ) : null}
    </Stack>
  )
}
