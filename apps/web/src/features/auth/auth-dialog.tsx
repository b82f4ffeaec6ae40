import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { AccountLinkForm } from './account-link-form.tsx'
import { type AuthMode, closeAuthPrompt, useAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { ForgottenForm } from './forgotten-form.tsx'
import { LoginForm } from './login-form.tsx'
import { NameForm } from './name-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { RestoreForm } from './restore-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

const TITLES: Record<AuthMode, string> = {
  login: 'Log in',
  register: 'Register',
  forgotten: 'Forgotten password',
  'new-password': 'Choose a new password',
  'second-factor': 'Confirm it is you',
  link: 'Your account',
  name: 'Create your account',
  restore: 'Restore a backup',
}

const FORMS: Record<AuthMode, () => ReactElement> = {
  login: LoginForm,
  register: RegisterForm,
  forgotten: ForgottenForm,
  'new-password': NewPasswordForm,
  'second-factor': SecondFactorForm,
  link: AccountLinkForm,
  name: NameForm,
  restore: RestoreForm,
}

/** Log in or register; opened from the header or by an action that needs a login, which then continues. */
export function AuthDialog({ isOpen = true }: { readonly isOpen?: boolean }): ReactElement {
  const mode = useAuthPrompt((state) => state.mode)
  const message = useAuthPrompt((state) => state.message)
  const Form = FORMS[mode ?? 'login']
  return (
    <Dialog
      opened={isOpen && mode !== null}
      onClose={() => closeAuthPrompt(false)}
      title={TITLES[mode ?? 'login']}
      size={380}
    >
      {message === null ? null : (
        <Text size="sm" mb="sm" c="dimmed">
          {message}
        </Text>
      )}
      <Form />
    </Dialog>
  )
}
