import { Checkbox, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { walkForwardCells } from '@tradeloom/optimizer'
import type { ReactElement } from 'react'
import { formatCount } from '../../../ui/format.ts'
import { matrixOf } from './matrix-of.ts'
import type { SearchPanelProps } from './panel-props.ts'
import type { WalkForwardDraft } from './search-draft.ts'

const CHOICES = [
  { value: 'best', label: 'Best backtest' },
  { value: 'plateau', label: 'Best surroundings' },
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
  const more = (key: 'moreTrainDays' | 'moreTestDays', label: string): ReactElement => (
    <TextInput
      label={label}
      name={`walkForward.${key}`}
      autoComplete="off"
      placeholder="none"
      maxLength={40}
      error={errors[`walkForward.${key}`]}
      value={walkForward[key]}
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
    />
  )
  const own = { trainDays: Number(walkForward.trainDays), testDays: Number(walkForward.testDays) }
  const cells = walkForwardCells(own, matrixOf(walkForward)).length
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
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {more('moreTrainDays', 'Matrix: further training days')}
            {more('moreTestDays', 'Matrix: further test days')}
          </SimpleGrid>
          <Text size="xs" c="dimmed">
            {cells > 1
              ? `${formatCount(cells, 'pair')} of window lengths, each its own walk-forward. All are tested from the same day on.`
              : 'Further lengths, such as 30, 90, repeat the walk-forward for each pair of a training and a test length.'}
          </Text>
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
