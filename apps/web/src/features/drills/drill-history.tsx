import { Stack, Text } from '@mantine/core'
import type { Drill } from '@tradeloom/contracts'
import { DRILLS } from '@tradeloom/domain/drills'
import type { ReactElement } from 'react'
import { formatSecond } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'

/** What was practiced before: what the account traded in those minutes says nothing about how it trades. */
export function DrillHistory({ drills }: { readonly drills: readonly Drill[] }): ReactElement {
  return (
    <Panel title="Practiced before">
      <Stack gap={4}>
        {drills.map((drill) => (
          <Text size="sm" key={drill.id}>
            {formatSecond(drill.asked)} · {DRILLS[drill.kind].title} · {drill.symbol} · {endText(drill)}
          </Text>
        ))}
      </Stack>
    </Panel>
  )
}

export function endText({ end, problem }: Drill): string {
  switch (end) {
    case 'over':
      return 'It ran to its end'
    case 'stopped':
      return 'It was stopped'
    case 'interrupted':
      return 'It was interrupted: the process that ran it has ended'
    case 'failed':
      return `It could not begin: ${problem ?? ''}`
    default:
      return 'Running'
  }
}
