import { useTempFolder } from '../../tempFolder.ts';
import { herdr082, herdr09 } from '../../fakes/fakeHerdr/fakeHerdr.ts';
import { describeTerminals } from './describeTerminals.ts';
import { herdrPlaces } from './herdrPlaces.ts';

describe('places of herdr', () => {
  const folder = useTempFolder();
  for (const version of [herdr082, herdr09])
    describeTerminals(`herdr ${version.version}`, () => herdrPlaces(folder(), { version }));
});
