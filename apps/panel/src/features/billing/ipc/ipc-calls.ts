import { ipcFound, ipcValue, type IpcFound, type IpcInput, type IpcValue } from '@pulso/contract/billing/ipc';
import { useQuery } from '@tanstack/react-query';
import { CallFailure, dataOf, isObject, type Body } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';

const ipcResource = { path: 'ipc', row: ipcValue };
const refreshResource = { path: `${ipcResource.path}/refresh`, row: ipcFound };
export const IPC_KEY = [ipcResource.path] as const;

function readValues(body: Body): IpcValue[] {
  const data = dataOf(body);
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  return data.filter(isObject).map((value) => readRow(ipcResource, value)!);
}

export function useIpc() {
  return useQuery({
    queryKey: IPC_KEY,
    queryFn: async ({ signal }) => readValues(await call('GET', ipcResource.path, { signal })),
  });
}

export const saveIpc = async (json: IpcInput): Promise<IpcValue[]> =>
  readValues(await call('PUT', ipcResource.path, { payload: { json } }));

/** Values of the public series; none of them is stored. */
export async function findIpc(): Promise<IpcFound> {
  const found = readRow(refreshResource, dataOf(await call('POST', refreshResource.path, { payload: { json: {} } })));
  if (!found) throw new CallFailure(200, undefined);
  return found;
}
