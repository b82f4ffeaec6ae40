import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { askForLogin } from '../../auth/auth-prompt.ts'
import { useUser } from '../../auth/bootstrap-query.ts'
import { SETTINGS_PAGES } from '../../settings/settings-pages.ts'
import classes from './mobile-menu.module.css'

/** Who is signed in with settings, or how to sign in. */
export function AccountMode({ onClose }: { readonly onClose: () => void }): ReactElement {
  const user = useUser()
  const ask = (mode: 'login' | 'register'): void => {
    onClose()
    void askForLogin(null, mode)
  }
  if (!user) {
    return (
      <div className={classes['account']}>
        <Button onClick={() => ask('login')}>Log in</Button>
        <Button variant="default" onClick={() => ask('register')}>
          Register
        </Button>
      </div>
    )
  }
  return (
    <nav className={classes['account']} aria-label="Account">
      <div>
        <strong>{user.username}</strong>
        <div className="muted">{user.email}</div>
      </div>
      {SETTINGS_PAGES.map(({ id, title }) => (
        <Link
          key={id}
          to="."
          search={(known: object) => ({ ...known, settings: id })}
          className={classes['entry']}
          onClick={onClose}
        >
          {title}
        </Link>
      ))}
      {user.isAdmin ? (
        <Link to="/admin" className={classes['entry']}>
          Admin
        </Link>
      ) : null}
      <Link to="/logout" state={{ isAsked: true } as never} className={classes['entry']}>
        Sign out
      </Link>
    </nav>
  )
}
