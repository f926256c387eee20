// Reads what a device sends. Apart from what a hub sends: a daemon carries no schemas of its own frames.
import { fromDeviceSchema } from '../../contract/from-device.ts'
import { frameReader } from './read-frame.ts'

export const readFromDevice = frameReader(fromDeviceSchema)
