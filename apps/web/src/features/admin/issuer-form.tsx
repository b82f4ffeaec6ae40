import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { Issuer } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { Panel } from '../../ui/panel.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { issuersQuery } from './admin-queries.ts'
import classes from './sign-in-page.module.css'

interface IssuerFormProps {
  /** Null: a new one. */
  readonly known: Issuer | null
  readonly onClosed: () => void
}

/** The server asks the issuer itself, so it alone judges what is entered. */
const ANYTHING = z.unknown()

/** An issuer of the operator's own. */
export function IssuerForm({ known, onClosed }: IssuerFormProps): ReactElement {
  const client = useQueryClient()
  const [isTrustedForEmail, setTrusted] = useState(known?.isTrustedForEmail ?? false)
  const [isTrustedForFactors, setTrustedForFactors] = useState(known?.isTrustedForFactors ?? false)
  const empty = {
    network: known?.network ?? '',
    label: known?.label ?? '',
    issuer: known?.issuer ?? '',
    clientId: known?.clientId ?? '',
    clientSecret: '',
  }
  const { form, isBusy, failure, submit } = useAuthForm(
    ANYTHING,
    empty,
    async ({ network, clientSecret, ...typed }) => {
      const body = { ...typed, isTrustedForEmail, isTrustedForFactors }
      if (known?.id) {
        const secret = clientSecret === '' ? {} : { clientSecret }
        await call('changeIssuer', { params: { id: known.id }, body: { ...body, ...secret } })
      } else {
        await call('addIssuer', { body: { ...body, network, clientSecret } })
      }
      toastSuccess(`Users can log in with ${typed.label}`)
      await client.invalidateQueries({ queryKey: issuersQuery.queryKey })
      onClosed()
    },
  )
  return (
    <Panel title={known === null ? 'New issuer' : `Change ${known.label}`}>
      <form onSubmit={submit} noValidate autoComplete="off" className={classes['form']}>
        <Stack gap="sm">
          <FormFailure text={failure} />
          <TextInput
            label="Name"
            description="As on the button: Continue with …"
            autoFocus
            {...form.getInputProps('label')}
          />
          {known === null ? (
            <TextInput
              label="Short name"
              description="Of its addresses: lower-case letters, digits and dashes"
              spellCheck={false}
              {...form.getInputProps('network')}
            />
          ) : null}
          <TextInput
            label="Address of the issuer"
            placeholder="https://login.example.com"
            spellCheck={false}
            {...form.getInputProps('issuer')}
          />
          <TextInput label="Client id" spellCheck={false} {...form.getInputProps('clientId')} />
          <PasswordInput
            label="Client secret"
            description={known?.hasSecret ? 'Leave empty to keep the stored one' : 'Leave empty if the client has none'}
            autoComplete="off"
            {...form.getInputProps('clientSecret')}
          />
          <Checkbox
            size="sm"
            label="Email addresses confirmed by it are accepted here"
            checked={isTrustedForEmail}
            onChange={(event) => setTrusted(event.currentTarget.checked)}
          />
          <Checkbox
            size="sm"
            label="Second factors confirmed by its tokens are accepted here"
            description="In the claim amr: mfa, or methods of two kinds"
            checked={isTrustedForFactors}
            onChange={(event) => setTrustedForFactors(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" size="sm" onClick={onClosed}>
              Cancel
            </Button>
            <Button type="submit" size="sm" loading={isBusy}>
              {known === null ? 'Add issuer' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
