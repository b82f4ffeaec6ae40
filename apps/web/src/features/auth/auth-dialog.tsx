import { Modal, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { closeAuthPrompt, useAuthPrompt } from './auth-prompt.ts'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'

/** Log in or register; opened from the header or by an action that needs a login, which then continues. */
export function AuthDialog(): ReactElement {
  const mode = useAuthPrompt((state) => state.mode)
  const message = useAuthPrompt((state) => state.message)
  return (
    <Modal
      opened={mode !== null}
      onClose={() => closeAuthPrompt(false)}
      title={mode === 'register' ? 'Register' : 'Log in'}
      size={380}
    >
      {message === null ? null : (
        <Text size="sm" mb="sm" c="dimmed">
          {message}
        </Text>
      )}
      {mode === 'register' ? <RegisterForm /> : <LoginForm />}
    </Modal>
  )
}
