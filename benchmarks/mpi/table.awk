# Medians over passes, the best of MPI's settings beside Busbar, and the bar of each row. Input lines:
# kind ranks operation bytes variant microseconds wrong percent-of-limit

function median(list,   n, i, j, t, v) {
  n = split(list, v, " ")
  for (i = 2; i <= n; i++)
    for (j = i; j > 1 && v[j] + 0 < v[j - 1] + 0; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
  return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
}

# The ratio asked of MPI's time to Busbar's; 0 where none is.
function bar(kind, ranks, op, bytes) {
  if (op != "all_reduce") return 0
  if (bytes <= 8) return kind == "tcp" ? 1 / 1.5 : ranks == 2 ? 1 / 1.3 : 1 / 1.2
  if (bytes < 65536) return 0
  if (kind == "tcp") return 1
  return ranks == 2 && bytes > 1048576 ? 2 : 3
}

function short(us) {
  return sprintf(us < 10 ? "%.2f" : us < 100 ? "%.1f" : "%.0f", us)
}

{
  key = $1 " " $2 " " $3 " " $4
  times[key " " $5] = times[key " " $5] " " $6
  wrong[key " " $5] += $7
  if ($5 == "busbar") {
    if (!(key in limits)) order[++rows] = key
    limits[key] = limits[key] " " $8
  } else if (!((key " " $5) in known)) {
    known[key " " $5] = 1
    variants[key] = variants[key] " " $5
  }
}

END {
  print "| transport | ranks | operation | bytes | MPI us | its setting | Busbar us | ratio | asked | met | % of limit | wrong |"
  print "|---|---|---|---|---|---|---|---|---|---|---|---|"
  for (row = 1; row <= rows; row++) {
    split(order[row], part, " ")
    base = (part[1] == "tcp" ? "tcp" : "shm") " " part[2] " " part[3] " " part[4]
    n = split(variants[base], variant, " ")
    best = 0
    for (i = 1; i <= n; i++) {
      time = median(times[base " " variant[i]])
      if (best == 0 || time < best) { best = time; name = variant[i] }
    }
    own = median(times[order[row] " busbar"])
    ratio = own > 0 ? best / own : 0
    asked = bar(part[1], part[2], part[3], part[4])
    percent = median(limits[order[row]])
    met = asked == 0 ? "-" : ratio >= asked ? "yes" : "NO"
    if (part[4] >= 1048576 && percent < 80) met = met == "-" ? "limit NO" : met ", limit NO"
    printf "| %s | %s | %s | %s | %s | %s | %s | %.2f | %s | %s | %.0f | %d |\n", part[1], part[2],
        part[3], part[4], short(best), name, short(own), ratio,
        asked == 0 ? "-" : sprintf("%.2f", asked), met, percent, wrong[order[row] " busbar"]
  }
}
