import { expect, test } from 'vitest';
import { findEphemeralStorage } from './disk.ts';

const NAME = '4f1c'.repeat(16);
const LAYER =
  '510 400 0:62 / / rw,relatime - overlay overlay rw,lowerdir=/a,upperdir=/b,workdir=/c';
const DISK = '/var/lib/docker/volumes';
const PODS = '/var/lib/kubelet/pods/0b7c/volumes/kubernetes.io';
const on = (folder: string, root: string, kind = 'ext4 /dev/vda1') =>
  `${LAYER}\n511 510 254:1 ${root} ${folder} rw,relatime master:1 - ${kind} rw`;

test.each([
  ['/data', LAYER, 'in the layer of the container'],
  [
    '/data',
    '510 400 254:1 /storage/vfs/dir/12ab / rw - ext4 /dev/vda1 rw',
    'in the layer of the container',
  ],
  ['/data', on('/data', `${DISK}/${NAME}/_data`), 'in an unnamed volume'],
  ['/data', on('/data', `/containers/${NAME}/volumes/${NAME}`), 'in an unnamed volume'],
  ['/data', on('/data', `${PODS}~empty-dir/data`), 'in an emptyDir'],
  ['/data/deep', on('/data', '/', 'tmpfs tmpfs'), 'in memory'],
  ['/dat a/deep', on('/dat\\040a', '/', 'tmpfs tmpfs'), 'in memory'],
  ['/data', on('/database', '/'), 'in the layer of the container'],
  ['/data', `${on('/data', '/')}\n512 511 0:70 / /data rw - tmpfs tmpfs rw`, 'in memory'],
  ['/data', on('/data', `${DISK}/website-data/_data`), null],
  ['/data', on('/data', '/srv/data'), null],
  ['/data', on('/data', `${PODS}~csi/pvc-1/mount`), null],
  ['/data', '', null],
])('of %s in %j the start says that it is %s', (folder, mounts, place) => {
  expect(findEphemeralStorage(folder, mounts)).toBe(place);
});
