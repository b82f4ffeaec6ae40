import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatNumber, formatPlain } from '../../../ui/format.ts'
import { AttemptExpectation } from './attempt-expectation.tsx'
import { accountText, type AttemptParts } from './attempt-parts.ts'
import { POLICIES } from './attempt-texts.ts'

interface AttemptConfirmationProps extends AttemptParts {
  readonly isBusy: boolean
  readonly failure: string | null
  readonly onBack: () => void
  readonly onSend: () => void
}

/** What is sent, what it risks, and whether it is real. */
export function AttemptConfirmation(props: AttemptConfirmationProps): ReactElement {
  const { markets, numbers, policy, accounts, isBusy, failure, onBack, onSend } = props
  const { sell, buy } = markets
  const isSimulated = buy.simulated || sell.simulated || accounts.buy.type === 'paper'
  const quantity = `${formatPlain(numbers.quantity)} ${buy.dealt}`
  const price = (value: number, { precision, quote }: typeof buy): string =>
    `${formatNumber(value, precision)} ${quote}`
  return (
    <Stack gap="sm">
      <Text size="sm">
        <strong>Buy</strong> {quantity} on {buy.exchangeName} at {price(numbers.buyLimit, buy)} or less, with{' '}
        {accountText(accounts.buy)}.
      </Text>
      <Text size="sm">
        <strong>Sell</strong> {quantity} on {sell.exchangeName} at {price(numbers.sellLimit, sell)} or more, with{' '}
        {accountText(accounts.sell)}.
      </Text>
      <Text size="sm">
        Both are sent within 20 ms of each other, or neither is. What is not filled at once is canceled.
      </Text>
      <AttemptExpectation {...props} />
      <Text size="sm">
        <strong>If one order fails:</strong> {POLICIES[policy].toLowerCase()}
        {policy === 'keep' ? `, ${stopText(props)}` : ''}. The market may move before that: closing can lose more than
        the maximum loss of {formatNumber(numbers.maxLoss)} {accounts.buy.currency}, which limits the prices of both
        orders
        {policy === 'keep' ? ' and the stop' : ''}.
      </Text>
      <Text size="sm">
        {isSimulated ? 'This is simulated: no real money is traded.' : 'This trades real money at both venues.'}
      </Text>
      {failure === null ? null : (
        <Alert role="alert" color="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
          {failure}
        </Alert>
      )}
      <Group justify="space-between">
        <Button size="sm" variant="default" data-autofocus onClick={onBack} disabled={isBusy}>
          Back
        </Button>
        <Button size="sm" loading={isBusy} onClick={onSend}>
          Send both orders
        </Button>
      </Group>
    </Stack>
  )
}

function stopText({ numbers: { buyStop, sellStop }, markets: { sell, buy } }: AttemptParts): string {
  const at = (stop: number | null, { precision }: typeof buy): string =>
    stop === null ? 'where the maximum loss is reached' : `at ${formatNumber(stop, precision)}`
  return `${at(buyStop, buy)} for what was bought and ${at(sellStop, sell)} for what was sold`
}
