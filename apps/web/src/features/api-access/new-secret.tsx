import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './api-access.module.css'

export interface MadeKey {
  readonly key: string
  readonly label: string
  readonly secret: string
}

interface NewSecretProps {
  readonly made: MadeKey
  readonly onDone: () => void
}

/** The only time that the secret of a key is shown. */
export function NewSecret({ made: { key, label, secret }, onDone }: NewSecretProps): ReactElement {
  return (
    <Stack gap="sm" maw={620}>
      <p className={classes['warning']} role="status">
        <IconAlertTriangle size={16} aria-hidden />
        <span>
          This is the secret of “{label}”. <strong>It is shown only now.</strong> Anyone who has it can use the key.
        </span>
      </p>
      <Copied label="Key" text={key} />
      <Copied label="Secret" text={secret} isFocused />
      <Copied label="Header of each call" text={`Authorization: Bearer ${key}.${secret}`} />
      <Group justify="flex-end">
        <Button size="sm" onClick={onDone}>
          I have stored it
        </Button>
      </Group>
    </Stack>
  )
}

interface CopiedProps {
  readonly label: string
  readonly text: string
  readonly isFocused?: boolean
}

function Copied({ label, text, isFocused }: CopiedProps): ReactElement {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        value={text}
        readOnly
        className={classes['copied'] ?? ''}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="sm"
            variant="default"
            onClick={copy}
            autoFocus={isFocused}
            aria-label={`Copy ${label.toLowerCase()}`}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
