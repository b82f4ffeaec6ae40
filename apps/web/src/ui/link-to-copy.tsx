import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'

interface LinkToCopyProps {
  readonly label: string
  readonly link: string
  readonly copyText?: string
  /** The button gets the focus when its dialog opens. */
  readonly isFocused?: boolean
}

/** A link with a button that copies it. Where pages may not write to the clipboard, the text can be selected. */
export function LinkToCopy({ label, link, copyText = 'Copy link', isFocused }: LinkToCopyProps): ReactElement {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        style={{ flexGrow: 1 }}
      />
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button
            size="sm"
            variant="default"
            style={{ flexShrink: 0 }}
            onClick={copy}
            data-autofocus={isFocused || undefined}
          >
            {copied ? 'Copied' : copyText}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
