import { Anchor, Button, Divider, Group, NumberInput, Stack, Text } from '@mantine/core'
import type { TradingAccount } from '@tradeloom/contracts'
import { GUARD_LIMIT_NAMES, GUARD_LIMITS, type GuardLimitName } from '@tradeloom/domain'
import { queryClient } from '../../../api/query-client.ts'
import { type ReactElement, useState } from 'react'
import { call } from '../../../api/call.ts'
import { Hint } from '../../../ui/hint.tsx'
import { loadModals } from '../../../ui/modals.tsx'
import { toastSuccess } from '../../../ui/toast.ts'
import { useSending } from '../../../ui/use-sending.ts'
import { accountName, guardText, LEVEL_NAMES } from '../../../entities/accounts/account-levels.ts'
import classes from './account-guard.module.css'
import { accountsQuery } from '../../../entities/accounts/trading-queries.ts'
import { GuardRules } from './guard-rules.tsx'
import { RefusedStops } from './refused-stops.tsx'
import { ReleaseAccount } from './release-account.tsx'

const MODAL = 'account-guard'

/** What keeps the losses of an account small; opens its dialog. */
export function AccountGuardButton({ account }: { readonly account: TradingAccount }): ReactElement {
  const { level, levelReason, warnings, share } = account
  const reason = level === 'ACTIVE' ? warnings.join('\n') : (levelReason ?? '')
  const tone = level !== 'ACTIVE' ? 'bad' : warnings.length > 0 ? 'warn' : 'calm'
  if (share !== null)
    return (
      <Hint label={`Only ${share.owner}, the owner of this account, can change this`}>
        <span>{guardText(account)}</span>
      </Hint>
    )
  return (
    <Hint label={reason} isDisabled={reason === ''} width={320}>
      <button type="button" className={classes['guard']} data-tone={tone} onClick={() => void openGuard(account)}>
        {guardText(account)}
      </button>
    </Hint>
  )
}

async function openGuard(account: TradingAccount): Promise<void> {
  const modals = await loadModals()
  const close = (): void => modals.close(MODAL)
  modals.open({
    modalId: MODAL,
    title: `Guard of ${accountName(account)}`,
    size: 520,
    centered: true,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <AccountGuard account={account} onDone={close} />,
  })
}

interface AccountGuardProps {
  readonly account: TradingAccount
  readonly onDone: () => void
}

function AccountGuard({ account, onDone }: AccountGuardProps): ReactElement {
  const { level, levelReason, warnings } = account
  return (
    <Stack gap="md">
      {level === 'ACTIVE' ? (
        warnings.map((text) => (
          <p key={text} role="alert" className={classes['note']}>
            {text}
          </p>
        ))
      ) : (
        <>
          <p role="alert" className={classes['note']} data-tone="bad">
            <strong>{LEVEL_NAMES[level]}</strong> {levelReason}
          </p>
          <ReleaseAccount id={account.id} onDone={onDone} />
          <Divider />
        </>
      )}
      <GuardRules account={account} />
      <Divider />
      <Limits account={account} onDone={onDone} />
      {account.type === 'paper' ? (
        <>
          <Divider />
          <RefusedStops account={account} />
          <Divider />
          {/* Dialogs are beside the pages, outside of the router. */}
          <Anchor size="sm" href={`/accounts/${account.id}/practice`}>
            Practice a bad day on this account
          </Anchor>
        </>
      ) : null}
    </Stack>
  )
}

function Limits({ account, onDone }: AccountGuardProps): ReactElement {
  const { id, currency } = account
  const [values, setValues] = useState<Readonly<Record<string, number | string>>>({})
  const { isBusy, error, send } = useSending()
  const valueOf = (name: GuardLimitName): number | string => values[name] ?? account[name] ?? ''
  const submit = (): Promise<void> =>
    send(async () => {
      const entries = GUARD_LIMIT_NAMES.map(
        (name) => [name, valueOf(name) === '' ? null : Number(valueOf(name))] as const,
      )
      await call('limitAccount', { params: { id }, body: Object.fromEntries(entries) })
      await queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
      toastSuccess(entries.every(([, limit]) => limit === null) ? 'The account has no limit' : 'The limit was set')
      onDone()
    })
  return (
    <form onSubmit={(event) => (event.preventDefault(), void submit())}>
      <Stack gap="xs">
        {GUARD_LIMIT_NAMES.map((name, at) => (
          <NumberInput
            key={name}
            label={GUARD_LIMITS[name].title}
            description={GUARD_LIMITS[name].help}
            placeholder="No limit"
            suffix={` ${GUARD_LIMITS[name].unit === 'currency' ? currency : GUARD_LIMITS[name].unit}`}
            value={valueOf(name)}
            error={at === 0 ? error : null}
            min={0}
            hideControls
            thousandSeparator=","
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <Text size="sm" c="dimmed">
          Leave a field empty for no limit. Raising or removing a limit requires a fresh login, and you are notified.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" size="sm" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" size="sm" loading={isBusy}>
            Save limit
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
