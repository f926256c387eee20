import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseNodes, type ToldNode } from './choose-nodes.ts'
import { nodeOfPlanet, planetOfNode, type SkyShip } from './facts.ts'

const attic: ToldNode = { name: 'attic', isHere: false, isGone: false, standing: 'online', totalRam: 8 }
const here: ToldNode = { ...attic, name: 'here', isHere: true }
const gone: ToldNode = { ...attic, name: 'cellar', isGone: true, standing: 'offline' }

function ship(deviceId: string | null): SkyShip {
  return { id: 's', deviceId, state: 'running', since: '2026-11-22T18:00:00.000Z' }
}

test('the other nodes are planets, and one that was stopped is as long as something runs there', () => {
  const rows: [readonly ToldNode[], readonly SkyShip[], readonly string[]][] = [
    [[], [], []],
    [[here], [ship('local'), ship(null)], []],
    [[here, attic], [], ['node attic online 8']],
    [[here, { ...attic, standing: 'unreachable' }], [], ['node attic unreachable 8']],
    [[here, attic, gone], [ship('d1')], ['node attic online 8']],
    [[here, attic, gone], [ship('node cellar')], ['node attic online 8', 'node cellar offline 8']],
    // Its row is forgotten, its sessions are not.
    [[here], [ship('node cellar'), ship('node cellar')], ['node cellar offline null']],
  ]
  for (const [told, ships, planets] of rows) {
    const chosen = chooseNodes(told, ships)
    assert.deepEqual(
      chosen.map(({ id, standing, totalRam }) => `${id} ${standing} ${totalRam}`),
      planets,
    )
    assert.ok(chosen.every(({ isNode, isLocal }) => isNode && !isLocal))
  }
})

test('a node has a planet by its name, and no device does', () => {
  assert.equal(nodeOfPlanet(planetOfNode('attic')), 'attic')
  assert.equal(nodeOfPlanet('local'), null)
})
