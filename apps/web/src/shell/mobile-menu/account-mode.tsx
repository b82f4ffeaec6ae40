import { Button } from '@mantine/core'
import { type Icon, IconLogout, IconShieldCog, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { useMenuPages } from '../../pages/settings/use-menu-pages.ts'
import { SETTINGS_ICONS } from '../settings-icons.ts'
import type { ModeProps } from './mode-props.ts'
import classes from './mobile-menu.module.css'

function Label({ icon: Shape, text }: { readonly icon: Icon; readonly text: string }): ReactElement {
  return (
    <>
      <Shape size={20} stroke={1.6} aria-hidden />
      <span>{text}</span>
    </>
  )
}

/** Who is signed in with settings, or how to sign in. */
export function AccountMode({ onClose }: ModeProps): ReactElement {
  const user = useUser()
  const pages = useMenuPages()
  const ask = (mode: 'login' | 'register'): void => {
    onClose()
    void askForLogin(null, mode)
  }
  if (!user) {
    return (
      <div className={classes['account']}>
        <p className="muted">Log in to keep your own algorithms, indicators and backtests.</p>
        <Button size="md" onClick={() => ask('login')}>
          Log in
        </Button>
        <Button size="md" variant="default" onClick={() => ask('register')}>
          Register
        </Button>
      </div>
    )
  }
  return (
    <nav className={classes['account']} aria-label="Account">
      <div className={classes['who']}>
        <IconUserCircle size={36} stroke={1.2} aria-hidden />
        <div>
          <strong>{user.username}</strong>
          <div className="muted">{user.email}</div>
        </div>
      </div>
      {pages.map(({ id, title }) => (
        <Link
          key={id}
          to="."
          search={(known: object) => ({ ...known, settings: id })}
          className={classes['entry']}
          onClick={onClose}
        >
          <Label icon={SETTINGS_ICONS[id]} text={title} />
        </Link>
      ))}
      {user.isAdmin ? (
        <Link to="/admin" className={classes['entry']}>
          <Label icon={IconShieldCog} text="Admin" />
        </Link>
      ) : null}
      <Link to="/logout" state={{ isAsked: true } as never} className={classes['entry']}>
        <Label icon={IconLogout} text="Sign out" />
      </Link>
    </nav>
  )
}
