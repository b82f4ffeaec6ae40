import { Button, Group, Stack, Text } from '@mantine/core'
import type { LinkPurpose } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSending } from '../../ui/use-sending.ts'
import { closeAuthPrompt, useAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { finishLogin } from '../../entities/user/login.ts'

interface Words {
  readonly text: string
  readonly button: string
  readonly done: string
}

const WORDS: Record<LinkPurpose, Words> = {
  'verify-email': {
    text: 'Confirm that this is the email address of your account.',
    button: 'Confirm address',
    done: 'Your email address is confirmed.',
  },
  'change-email': {
    text: 'Use this email address for your account from now on.',
    button: 'Use this address',
    done: 'Your account uses this email address now.',
  },
  'undo-email': {
    text: 'Your old email address is restored, and every device is signed out of your account.',
    button: 'Undo the change',
    done: 'Your old email address is restored. Now request a new password: the person who changed the address may know it.',
  },
  'remove-factors': {
    text: 'Two-factor login and all passkeys of your account are removed, and every device is signed out. Your password does not change.',
    button: 'Remove them',
    done: 'Log in with your password, and turn two-factor login on again.',
  },
  login: {
    text: 'The operator of this installation sent you this login link.',
    button: 'Log in',
    done: 'You are logged in.',
  },
}

/** What a mailed link is for, before it does anything: programs that look at mail open links, but press no buttons. */
export function AccountLinkForm(): ReactElement {
  const client = useQueryClient()
  const link = useAuthPrompt((state) => state.link)
  const [isDone, setDone] = useState(false)
  const { isBusy, error, send } = useSending()
  const words = WORDS[link?.purpose ?? 'verify-email']
  const open = (): Promise<void> =>
    send(async () => {
      const body = { key: link?.key ?? '' }
      if (link?.purpose === 'login') return finishLogin(await call('enterWithLink', { body }))
      await call('openAccountLink', { body })
      setDone(true)
      await client.invalidateQueries()
    })
  return (
    <Stack gap="sm">
      <FormFailure text={error} />
      <Text size="sm" role="status">
        {isDone ? words.done : words.text}
      </Text>
      <Group justify="flex-end">
        {isDone ? (
          <Button size="sm" onClick={() => closeAuthPrompt(false)}>
            OK
          </Button>
        ) : (
          <Button size="sm" loading={isBusy} onClick={() => void open()} data-autofocus>
            {words.button}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
