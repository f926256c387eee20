import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachThere, curlFor, orreryAttach, tmuxAttach, sshAttach } from './commands-to-copy.ts'

test('attach commands name exactly this session, whatever is in its name', () => {
  const plain = { id: 's1', tmux_session: 'agent-claude-1' }
  assert.equal(orreryAttach(plain), 'orrery attach agent-claude-1')
  assert.equal(tmuxAttach(plain, null), "tmux attach -t '=agent-claude-1'")
  assert.equal(tmuxAttach(plain, 'work'), "tmux -L work attach -t '=agent-claude-1'")
  assert.equal(tmuxAttach({ id: 's1', tmux_session: "it's me" }, null), String.raw`tmux attach -t '=it'\''s me'`)
})

test('on a device its agents run in a tmux server of the daemon', () => {
  assert.equal(
    attachThere({ id: 's1', tmux_session: 'agent-claude-1' }),
    "tmux -L orrery-device attach -t '=agent-claude-1'",
  )
})

test('a curl is the request that the button sends', () => {
  assert.equal(
    curlFor('http://127.0.0.1:7420', { id: 'a/b', tmux_session: 'x' }, 'user.resume'),
    `curl -X PATCH http://127.0.0.1:7420/api/hooks/sessions/a%2Fb -H 'content-type: application/json' -d '{"event":"user.resume"}'`,
  )
})

test('the ssh command hands the tmux command to the shell over there as one word', () => {
  const command = sshAttach({ id: 'x', tmux_session: 'agent-1' }, { ssh_host: 'me@box', tmux_socket: 'own' })
  assert.equal(command, String.raw`ssh -t me@box -- 'tmux -L own attach -t '\''=agent-1'\'''`)
})
