import { Button, Group } from '@mantine/core'
import type { endpoints, ExchangeConnection } from '@tradeloom/contracts'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconPlugX } from '@tabler/icons-react'
import { type ReactElement, useId, useState } from 'react'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteKey } from '../../ui/use-delete-key.ts'
import classes from './exchange-keys.module.css'
import { fieldsOf, KeyFields, NO_FIELDS } from './key-fields.tsx'

interface GuardianKeyProps {
  readonly connection: ExchangeConnection
  /** Of the broker. */
  readonly name: string
  readonly onChanged: () => Promise<void>
}

/** The key that the guardian of a connection has for itself. */
export function GuardianKey({ connection, name, onChanged }: GuardianKeyProps): ReactElement {
  const { id, guardianKey } = connection
  const [isEntering, setEntering] = useState(false)
  const heading = useId()
  const { isBusy, ask } = useDeleteKey({
    text: `The guardian can then only raise the level of your accounts at ${name}.`,
    remove: () => call('deleteGuardianKey', { params: { id } }),
    onDeleted: onChanged,
  })
  const entered = async (): Promise<void> => {
    setEntering(false)
    await onChanged()
  }
  return (
    <section className={classes['shares']} aria-labelledby={heading}>
      <h4 id={heading}>Key of the guardian</h4>
      {guardianKey?.isAccepted ? null : (
        <p className={classes['warning']}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            Without a key of its own, the guardian can only raise the level of your accounts at {name}. The process that
            sends your orders then closes their positions, and nobody does while that process hangs.
          </span>
        </p>
      )}
      {guardianKey === null ? null : (
        <p className={classes['facts']}>
          <code>{guardianKey.apiKey}</code>
          <Status guardianKey={guardianKey} />
        </p>
      )}
      {guardianKey?.problem == null ? null : (
        <p className={classes['error']} role="alert">
          <IconPlugX size={14} aria-hidden />
          <span>{guardianKey.problem}</span>
        </p>
      )}
      {isEntering ? (
        <Entry connection={connection} onEntered={entered} onCancel={() => setEntering(false)} />
      ) : (
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={() => setEntering(true)}>
            {guardianKey === null ? 'Add key of the guardian' : 'Replace key of the guardian'}
          </Button>
          {guardianKey === null ? null : (
            <Button
              variant="default"
              size="compact-sm"
              loading={isBusy}
              aria-label={`Delete the key ${guardianKey.apiKey} of the guardian`}
              onClick={() => void ask()}
            >
              Delete
            </Button>
          )}
        </Group>
      )}
    </section>
  )
}

function Status({
  guardianKey,
}: {
  readonly guardianKey: NonNullable<ExchangeConnection['guardianKey']>
}): ReactElement {
  const { isAccepted, problem } = guardianKey
  const Icon = isAccepted ? IconCircleCheck : problem === null ? IconCircleDashed : IconPlugX
  return (
    <span className={classes['status']}>
      <Icon size={14} aria-hidden />
      {isAccepted ? 'In use' : problem === null ? 'Being tried' : 'Not in use'}
    </span>
  )
}

type KeyBody = z.input<typeof endpoints.setGuardianKey.body>

/** Only the server judges what is entered. */
const ANYTHING = z.unknown()

interface EntryProps {
  readonly connection: ExchangeConnection
  readonly onEntered: () => Promise<void>
  readonly onCancel: () => void
}

function Entry({ connection: { id, formStyle }, onEntered, onCancel }: EntryProps): ReactElement {
  const fields = fieldsOf(formStyle)
  const { form, isBusy, failure, submit } = useAuthForm(ANYTHING, { ...NO_FIELDS }, async (values) => {
    const entered = Object.fromEntries(fields.map(({ name }) => [name, values[name]]))
    // The fields are those of the form that the number names.
    await call('setGuardianKey', { params: { id }, body: { formStyle, ...entered } as KeyBody })
    toastSuccess('API key added')
    await onEntered()
  })
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className={classes['keys']}>
      <p className={classes['facts']}>
        A second key of the same account, with the same rights, and used for nothing else. One that can withdraw money
        is refused.
      </p>
      <FormFailure text={failure} />
      <KeyFields fields={fields} form={form} />
      <Group justify="flex-end">
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="sm" loading={isBusy}>
          Add key
        </Button>
      </Group>
    </form>
  )
}
