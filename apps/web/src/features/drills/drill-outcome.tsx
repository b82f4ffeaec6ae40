import { Stack, Text } from '@mantine/core'
import type { DrillResult } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { LEVEL_NAMES } from '../../entities/accounts/account-levels.ts'
import { protectionWords } from '../../entities/positions/protection-words.ts'
import { formatSignedMoney } from '../../entities/instruments/format-money.ts'
import { formatNumber } from '../../ui/format.ts'

/** What custody and guardian did in a drill, in time and money. */
export function DrillOutcome({ result }: { readonly result: DrillResult }): ReactElement {
  return (
    <Stack gap={4}>
      <Text size="sm">
        <strong>Custody:</strong> {custodyText(result)}
      </Text>
      <Text size="sm">
        <strong>Guardian:</strong> {guardianText(result)}
      </Text>
    </Stack>
  )
}

function custodyText({ custody: { states, closed, profit }, currency }: DrillResult): string {
  if (states.length === 0) return 'There was no position with a stop to look after.'
  const stretches = states.map((one) => `${protectionWords(one).word} for ${inSeconds(one.seconds)}`)
  const end = closed === null || profit === null ? '' : ` Its stop ${closedText({ closed, profit, currency })}`
  return `${stretches.join(', then ')}.${end}`
}

function guardianText({ guardian, currency }: DrillResult): string {
  const { warned, raised, level, reason, closed, profit } = guardian
  const texts = []
  if (raised !== null && level !== null)
    texts.push(`Set the account to “${LEVEL_NAMES[level]}” ${inSeconds(raised)} after things went wrong: ${reason}.`)
  else if (warned !== null) texts.push(`Warned ${inSeconds(warned)} after things went wrong: ${reason}.`)
  if (closed !== null && profit !== null) texts.push(`It ${closedText({ closed, profit, currency })}`)
  if (level !== null) texts.push('The account trades again once you release it.')
  return texts.length === 0 ? 'No rule of this account asked for anything.' : texts.join(' ')
}

function closedText({ closed, profit, currency }: { closed: number; profit: number; currency: string }): string {
  return `closed after ${inSeconds(closed)}, at ${formatSignedMoney(profit, currency)}.`
}

function inSeconds(seconds: number): string {
  return `${formatNumber(seconds, 1)} s`
}
