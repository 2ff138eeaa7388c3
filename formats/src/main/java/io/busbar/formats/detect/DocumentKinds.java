package io.busbar.formats.detect;

import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.env.SettingsDocument;
import io.busbar.formats.env.SwitchDocument;
import io.busbar.formats.nccltests.TableDocument;
import io.busbar.formats.ncclxml.NcclXmlDocument;
import io.busbar.formats.osu.OsuDocument;
import io.busbar.formats.preflight.PreflightDocument;
import io.busbar.formats.ras.RasDocument;
import io.busbar.formats.smi.MatrixDocument;
import io.busbar.formats.torch.FlightRecorderJson;
import io.busbar.formats.torch.FlightRecorderPickle;
import io.busbar.formats.traces.KinetoDocument;
import io.busbar.formats.traces.NsysDocument;
import java.util.List;

/** The readers of whole files; where two match, the one that is named first is asked. Constants. */
public final class DocumentKinds {
  public static final List<DocumentReader> ALL =
      List.of(
          new NsysDocument(),
          new FlightRecorderPickle(),
          new KinetoDocument(),
          new FlightRecorderJson(),
          new RasDocument(),
          new PreflightDocument(),
          new NcclXmlDocument(),
          new TableDocument(),
          new OsuDocument(),
          new SettingsDocument(),
          new SwitchDocument(),
          new MatrixDocument());

  private DocumentKinds() {}
}
