import { Alert, Kbd, Radio, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { accountName } from './account-name.ts'
import { AccountToClose } from './account-to-close.tsx'
import { HoldButton } from './hold-button.tsx'
import classes from './kill-form.module.css'
import { KillSteps } from './kill-steps.tsx'
import { SILENT, STALE } from './kill-texts.ts'
import { useDoors } from './use-doors.ts'
import { useKill } from './use-kill.ts'
import { hasAnything, useKillAccounts } from './use-kill-accounts.ts'

/** One account or all of them, and what is closed; then held for a second, or chosen and entered by keys. */
export function KillForm(): ReactElement {
  const accounts = useKillAccounts()
  const [chosen, setChosen] = useState('all')
  /** A key has chosen: Enter alone is the second step then. */
  const [isArmed, setArmed] = useState(false)
  const door = useDoors()
  const kill = useKill()
  const start = (): void => kill.start(chosen === 'all' ? 'all' : [chosen])
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || kill.asked !== null) return
    const key = event.key.toLowerCase()
    const named = key === 'a' ? 'all' : accounts[Number(key) - 1]?.id
    if (named !== undefined) {
      event.preventDefault()
      setChosen(named)
      setArmed(true)
    } else if (key === 'enter' && isArmed && !event.repeat) {
      event.preventDefault()
      event.stopPropagation()
      start()
    }
  }
  if (kill.asked !== null) return <KillSteps accounts={accounts} kill={kill} />
  return (
    <Stack gap="sm" onKeyDownCapture={press}>
      <Text size="sm" c="dimmed">
        Cancels all orders and closes all positions at the market, and then opens nothing until you release the account.
        What others hold in the same account stays.
      </Text>
      <Radio.Group value={chosen} onChange={setChosen} aria-label="Accounts">
        <Stack gap="xs">
          <Choice value="all" hotkey="A" name={`All accounts (${accounts.length})`} />
          {accounts.map((account, index) => (
            <div key={account.id}>
              <Choice value={account.id} hotkey={index < 9 ? String(index + 1) : null} name={accountName(account)} />
              <AccountToClose account={account} />
            </div>
          ))}
        </Stack>
      </Radio.Group>
      {accounts.some(hasAnything) ? null : <Text size="sm">Nothing is open, as far as this page knows.</Text>}
      {door === 'silent' || door === 'refused' ? (
        <Alert color="red" role="alert">
          {door === 'silent' ? SILENT : STALE}
        </Alert>
      ) : null}
      <HoldButton onHeld={start}>{isArmed ? 'Press Enter to close' : 'Hold to close'}</HoldButton>
    </Stack>
  )
}

interface ChoiceProps {
  readonly value: string
  readonly name: string
  /** Null after the ninth. */
  readonly hotkey: string | null
}

function Choice({ value, name, hotkey }: ChoiceProps): ReactElement {
  return (
    <Radio
      value={value}
      label={
        <span className={classes['choice']}>
          {name}
          {hotkey === null ? null : <Kbd size="xs">{hotkey}</Kbd>}
        </span>
      }
    />
  )
}
