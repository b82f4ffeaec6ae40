/*
 * The floor of every engine: one strategy written out as a loop in C, over columns in memory.
 *
 * cross-loop FILE KIND BRACKETS: KIND bar has columns time, open, high, low, close, volume of one price; KIND tick has
 * time, bid, ask; both are doubles, one column after the other. Side = sign(SMA11 - SMA31) of minute bars, reversed at
 * the first price after the bar; BRACKETS 1 adds a stop of 20 and a target of 40 pips. Equity and its drawdown are taken
 * at every price. Protocol: see contest.ts.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { FAST = 11, SLOW = 31 };
static const double QUANTITY = 10000, STOP = 0.002, TARGET = 0.004, POINTS = 1e5, MINUTE = 60000;

typedef struct {
  long ring[SLOW], fast_sum, slow_sum, bars;
  int side, last, wanted, brackets;
  double open, stop, target, balance, peak, drawdown;
  long closed;
} State;

static void close_position(State *s, double price) {
  s->balance += s->side * (price - s->open) * QUANTITY;
  s->side = 0;
  s->closed++;
}

static void take_price(State *s, double bid, double ask, int jumps) {
  if (s->side == 1) {
    if (bid <= s->stop) close_position(s, jumps ? bid : s->stop);
    else if (bid > s->target) close_position(s, jumps ? bid : s->target);
  } else if (s->side == -1) {
    if (ask >= s->stop) close_position(s, jumps ? ask : s->stop);
    else if (ask < s->target) close_position(s, jumps ? ask : s->target);
  }
  if (s->wanted != 0) {
    if (s->side != 0) close_position(s, s->side == 1 ? bid : ask);
    s->side = s->wanted;
    s->wanted = 0;
    s->open = s->side == 1 ? ask : bid;
    if (s->brackets) {
      s->stop = round((s->open - s->side * STOP) * POINTS) / POINTS;
      s->target = round((s->open + s->side * TARGET) * POINTS) / POINTS;
    } else {
      s->stop = s->side == 1 ? -INFINITY : INFINITY;
      s->target = -s->stop;
    }
  }
  double equity = s->balance;
  if (s->side == 1) equity += (bid - s->open) * QUANTITY;
  else if (s->side == -1) equity += (s->open - ask) * QUANTITY;
  if (equity > s->peak) s->peak = equity;
  else if ((s->peak - equity) / s->peak > s->drawdown) s->drawdown = (s->peak - equity) / s->peak;
}

/* Sums of whole points are exact, so equal averages compare as equal. */
static void end_bar(State *s, double close) {
  long points = lround(close * POINTS);
  s->slow_sum += points - (s->bars >= SLOW ? s->ring[s->bars % SLOW] : 0);
  s->fast_sum += points - (s->bars >= FAST ? s->ring[(s->bars - FAST) % SLOW] : 0);
  s->ring[s->bars % SLOW] = points;
  s->bars++;
  if (s->bars < SLOW) return;
  long difference = s->fast_sum * SLOW - s->slow_sum * FAST;
  int side = (difference > 0) - (difference < 0);
  if (side == 0 || side == s->last) return;
  s->last = side;
  s->wanted = side;
}

static State fresh(int brackets) {
  State s;
  memset(&s, 0, sizeof s);
  s.brackets = brackets;
  s.balance = s.peak = 1e6;
  return s;
}

static State run_bars(const double *columns, long rows, int brackets) {
  const double *open = columns + rows, *high = open + rows, *low = high + rows, *close = low + rows;
  State s = fresh(brackets);
  for (long i = 0; i < rows; i++) {
    int low_first = open[i] - low[i] < high[i] - open[i];
    take_price(&s, open[i], open[i], 1);
    take_price(&s, low_first ? low[i] : high[i], low_first ? low[i] : high[i], 0);
    take_price(&s, low_first ? high[i] : low[i], low_first ? high[i] : low[i], 0);
    take_price(&s, close[i], close[i], 0);
    if (i + 1 < rows) end_bar(&s, close[i]);
  }
  return s;
}

static State run_ticks(const double *columns, long rows, int brackets) {
  const double *time = columns, *bid = time + rows, *ask = bid + rows;
  State s = fresh(brackets);
  double end = (floor(time[0] / MINUTE) + 1) * MINUTE;
  for (long i = 0; i < rows; i++) {
    if (time[i] >= end) {
      end_bar(&s, bid[i - 1]);
      end = (floor(time[i] / MINUTE) + 1) * MINUTE;
    }
    take_price(&s, bid[i], ask[i], 1);
  }
  return s;
}

static double *read_columns(const char *path, long *count) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(2);
  fseek(file, 0, SEEK_END);
  *count = ftell(file) / (long)sizeof(double);
  rewind(file);
  double *numbers = malloc(*count * sizeof(double));
  if (fread(numbers, sizeof(double), *count, file) != (size_t)*count) exit(3);
  fclose(file);
  return numbers;
}

static double cpu_ms(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3 + (use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3;
}

static double peak_mb(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return use.ru_maxrss / 1024.0;
}

int main(int count, char **arguments) {
  if (count != 4) return 1;
  int is_tick = strcmp(arguments[2], "tick") == 0, brackets = atoi(arguments[3]);
  long numbers;
  double *columns = read_columns(arguments[1], &numbers);
  long rows = numbers / (is_tick ? 3 : 6);
  FILE *reports = fdopen(3, "w");
  char line[16];
  int is_first = 1;
  do {
    double before = cpu_ms();
    State s = is_tick ? run_ticks(columns, rows, brackets) : run_bars(columns, rows, brackets);
    double ms = cpu_ms() - before;
    double last = is_tick ? columns[2 * rows - 1] : columns[5 * rows - 1];
    double last_ask = is_tick ? columns[3 * rows - 1] : last;
    double open = s.side == 0 ? 0 : s.side == 1 ? (last - s.open) * QUANTITY : (s.open - last_ask) * QUANTITY;
    if (is_first)
      fprintf(reports, "{\"type\":\"ready\",\"firstMs\":%.3f,\"result\":{\"positions\":%ld,\"profit\":%.6f}}\n", ms,
              s.closed + (s.side != 0), s.balance + open - 1e6);
    else
      fprintf(reports, "{\"type\":\"turn\",\"ms\":%.3f,\"peakMb\":%.1f}\n", ms, peak_mb());
    fflush(reports);
    is_first = 0;
  } while (fgets(line, sizeof line, stdin));
  return 0;
}
