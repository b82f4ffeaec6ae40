import { Stack, Text } from '@mantine/core'
import type { ArbitrageAttempt } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { SimulatedBadge } from '../../../ui/badges.tsx'
import { formatNumber, formatPlain, formatSecond, formatSigned, NOTHING, signClass } from '../../../ui/format.ts'
import { ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { attemptQuery } from './attempt-queries.ts'
import { outcomeText } from './attempt-texts.ts'
import classes from './attempts.module.css'

/** What was expected of an attempt, and what has come of it. */
export function AttemptResult({ id }: { readonly id: string }): ReactElement {
  const { data, error, refetch } = useQuery(attemptQuery(id))
  if (data === undefined) {
    return error === null ? <LoadingRows rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  return <Result attempt={data} />
}

function Result({ attempt }: { readonly attempt: ArbitrageAttempt }): ReactElement {
  const { asked, buy, currency, expected, fees, net, placedBy, quantity, reason, simulated, slippage } = attempt
  const amount = (value: number | null): string => (value === null ? NOTHING : formatSigned(value))
  const average = (value: number | null): string => (value === null ? NOTHING : formatPlain(value, 5))
  const rows: readonly (readonly [string, string, string, string?])[] = [
    ['Net', amount(expected.net), amount(net), signClass(net)],
    ['Fees', formatNumber(expected.fees), fees === null ? NOTHING : formatNumber(fees)],
    [
      'Slippage',
      NOTHING,
      amount(slippage === null ? null : -slippage),
      signClass(slippage === null ? null : -slippage),
    ],
    ['Bought at', average(expected.buyAverage), average(buy.average)],
    ['Sold at', average(expected.sellAverage), average(attempt.sell.average)],
  ]
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        <strong>{outcomeText(attempt)}</strong>
        {reason === null ? '' : `: ${reason}`}
      </Text>
      <Text size="sm">
        {formatSecond(asked)} · {formatPlain(quantity)} {buy.symbol}
        {placedBy === null ? '' : ` · placed by ${placedBy}`} · {apartText(attempt)}{' '}
        {simulated ? <SimulatedBadge /> : null}
      </Text>
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label="Expected and result">
        <table className={`${classes['result']} num`}>
          <thead>
            <tr>
              <th scope="col">{currency}</th>
              <th scope="col">Expected</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, planned, result, tone]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{planned}</td>
                <td className={tone ?? ''}>{result}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(['buy', 'sell'] as const).map((side) => (
        <Text size="sm" key={side}>
          {legText(attempt, side)}
        </Text>
      ))}
    </Stack>
  )
}

function apartText({ apart }: Pick<ArbitrageAttempt, 'apart'>): string {
  return apart === null ? 'time between the orders unknown' : `${formatNumber(apart, 1)} ms between the orders`
}

function legText({ quantity, ...attempt }: ArbitrageAttempt, side: 'buy' | 'sell'): string {
  const { broker, accountNo, filled, reason, undone, undoneAverage } = attempt[side]
  const what = `${side === 'buy' ? 'Bought' : 'Sold'} ${formatPlain(filled)} of ${formatPlain(quantity)} on ${broker} (${accountNo})`
  const again =
    undone > 0
      ? `, ${formatPlain(undone)} undone at ${undoneAverage === null ? NOTHING : formatPlain(undoneAverage, 5)}`
      : ''
  return `${what}${again}${reason === null ? '' : `: ${reason}`}.`
}
