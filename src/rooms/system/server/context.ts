// What the parts of this room's server work with.
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'

/** The parts of the ground that this room stands on. */
export type SystemGround = GroundOf<
  'database' | 'live' | 'address' | 'environment' | 'machine' | 'clock' | 'timers' | 'log' | 'version',
  'home' | 'host' | 'port' | 'publicUrl' | 'allowedHosts' | 'requireTokenLocally' | 'tmuxSocket'
> & { readonly tmux: Pick<Tmux, 'version' | 'list'> }
